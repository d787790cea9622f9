import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { canonical } from "../src/lib/fair/canonical";
import { inspect } from "../src/lib/fair/record";

type Fields = Record<string, unknown>;

interface Case {
  record: number;
  at: (string | number)[];
  value: unknown;
  path: string;
  code: string;
}

const golden = JSON.parse(
  readFileSync(new URL("../../tests/golden/records.json", import.meta.url), "utf8"),
) as { records: Fields[]; tampered: Case[] };

/** What only the rules can tell; without them the seal says that something was changed. */
const OF_THE_RULES = new Set(["wrong_result", "wrong_final"]);

function tampered({ record, at, value }: Case): unknown {
  const changed = structuredClone(golden.records[record]);
  let inner = changed as Fields;
  for (const name of at.slice(0, -1)) inner = inner[name] as Fields;
  inner[at.at(-1) ?? ""] = value;
  return changed;
}

test.each(golden.records.map((record) => [record.game as string, record] as const))(
  "a true record of %s holds",
  async (game, record) => {
    const report = await inspect(record);
    expect(report.broken).toBeNull();
    expect(report.done).toEqual(["form", "promise", "seed", "deal", "entries"]);
    expect(report.game).toBe(game);
    expect(report.entries).toBe((record.entries as unknown[]).length);
    expect(report.whole).toBe((record.seal as Fields).whole);
    expect([...(report.opening?.hands.values() ?? [])].flat().length).toBeGreaterThan(0);
  },
);

const named = golden.tampered.map((one) => ({
  ...one,
  title: `${golden.records[one.record]?.game as string} ${one.at.join(".")} ${one.code}`,
}));

test.each(named)("$title is found, and named as the command names it", async (one) => {
  const { broken } = await inspect(tampered(one));
  if (OF_THE_RULES.has(one.code)) expect(broken).not.toBeNull();
  else expect(broken).toMatchObject({ path: one.path, code: one.code });
});

test.each([null, 1, "x", [], {}, { format: "carteado-record/1", game: "toString" }])(
  "%j is no record",
  async (value) => {
    expect((await inspect(value)).broken?.step).toBe("form");
  },
);

test("values are spelled as the rules spell them", () => {
  const spelled = new TextDecoder().decode(
    canonical({
      b: [1, null, true, '\u00e9\u{1f0a1}\u007f\n"\\'],
      "\u{1f0a1}": 0,
      "\uffff": 0,
      a: {},
    }),
  );
  expect(spelled).toBe(
    '{"a":{},"b":[1,null,true,"\\u00e9\\ud83c\\udca1\\u007f\\n\\"\\\\"],"\\uffff":0,"\\ud83c\\udca1":0}',
  );
  expect(() => canonical(1.5)).toThrow(RangeError);
  expect(() => canonical(2 ** 60)).toThrow(RangeError);
});
