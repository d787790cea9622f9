import { IntlMessageFormat } from "intl-messageformat";

// Parsing a message costs far more than filling it in.
const parsed = new Map<string, IntlMessageFormat>();

/** A message in ICU format with its values filled in. */
export function formatMessage(
  language: string,
  message: string,
  values: Record<string, string | number>,
): string {
  const id = `${language} ${message}`;
  let format = parsed.get(id);
  if (format === undefined) {
    format = new IntlMessageFormat(message, language, undefined, { ignoreTag: true });
    parsed.set(id, format);
  }
  return String(format.format(values));
}
