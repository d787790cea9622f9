/** One spelling of a JSON value, byte for byte as the rules' own; what a record's seal is over. */

const encoder = new TextEncoder();

/** What JSON can hold. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** @throws RangeError for a number that is not whole or is too large to be told exactly */
export function canonical(value: unknown): Uint8Array<ArrayBuffer> {
  return encoder.encode(spelled(value));
}

function spelled(value: unknown): string {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "string") return quoted(value);
  if (typeof value === "number") {
    if (!Number.isSafeInteger(value)) throw new RangeError("not a whole number");
    return String(value);
  }
  if (Array.isArray(value)) return `[${value.map(spelled).join(",")}]`;
  if (typeof value !== "object") throw new RangeError("no JSON");
  const fields = Object.entries(value).sort(([a], [b]) => byCodePoint(a, b));
  return `{${fields.map(([key, one]) => `${quoted(key)}:${spelled(one)}`).join(",")}}`;
}

/** Everything beyond printable ASCII is escaped, unit by unit. */
function quoted(text: string): string {
  return JSON.stringify(text).replace(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** As the rules sort: a character beyond the first plane comes after every other. */
function byCodePoint(a: string, b: string): number {
  const [left, right] = [[...a], [...b]];
  for (let i = 0; i < Math.min(left.length, right.length); i += 1) {
    const apart = (left[i]?.codePointAt(0) ?? 0) - (right[i]?.codePointAt(0) ?? 0);
    if (apart !== 0) return apart;
  }
  return left.length - right.length;
}
