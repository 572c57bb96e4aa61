/** The files of a person's profile as parts: a field has one value, and the description says what the lines say. Pure. */

import { spliced } from "../format/splice.ts";
import { type Category, isCategory } from "../person/categories.ts";
import { describeSheet, printSheetField } from "../person/edit-sheet.ts";
import { readSheet } from "../person/sheet.ts";
import { type MemoryParts, textOfKey } from "./memory-parts.ts";

type Sections = ReadonlyMap<string, string>;

/** Undefined for any other memory. */
export function profileOf({ keys }: Pick<MemoryParts, "keys">): Category | undefined {
  const name = textOfKey(keys.get("name"));
  return textOfKey(keys.get("metadata.kind")) === "user_profile" && isCategory(name) ? name : undefined;
}

export function valueOfField(category: Category | undefined, sections: Sections, key: string): string | undefined {
  return fieldsIn(category, sections).find((field) => field.key === key)?.value;
}

/** The keys that stand in more than one line since each side brought one. */
export function fieldsSaidTwice(
  category: Category | undefined,
  merged: Sections,
  ...sides: readonly Sections[]
): string[] {
  const times = (sections: Sections, key: string) =>
    fieldsIn(category, sections).filter((one) => one.key === key).length;
  const keys = new Set(fieldsIn(category, merged).map(({ key }) => key));
  return [...keys].filter((key) => times(merged, key) > 1 && sides.every((side) => times(side, key) === 1)).sort();
}

/** With this value, in one line: the one that says so, else the first. */
export function withField(
  sections: Sections,
  category: Category | undefined,
  key: string,
  value: string,
): Map<string, string> {
  const lines = fieldsIn(category, sections).filter((field) => field.key === key);
  const kept = lines.find((field) => field.value === value) ?? lines[0];
  const changed = new Map(sections);
  if (kept === undefined)
    changed.set("", [sections.get("") ?? "", printSheetField(key, value)].filter((text) => text !== "").join("\n"));
  for (const [heading, text] of sections) {
    const edits = lines
      .filter((field) => field.heading === heading)
      .map((field) =>
        field === kept
          ? { from: field.valueFrom, to: field.valueTo, text: value }
          : { from: field.from, to: field.to, text: "" },
      );
    if (edits.length > 0) changed.set(heading, spliced(text, ...edits).replace(/\n+$/, ""));
  }
  return changed;
}

/** One line for each field: of several the one this description names, else the first. */
export function withSaidFields(sections: Sections, category: Category, description: string): Map<string, string> {
  const fields = fieldsIn(category, sections);
  const isNamed = ({ key, value }: { key: string; value: string }) => `${description};`.includes(`${key}: ${value};`);
  return [...new Set(fields.map(({ key }) => key))].reduce((changed, key) => {
    const lines = fields.filter((field) => field.key === key);
    const value = (lines.find(isNamed) ?? lines[0])?.value ?? "";
    return lines.length < 2 ? changed : withField(changed, category, key, value);
  }, new Map(sections));
}

export function describedByLines(category: Category | undefined, sections: Sections): string {
  return category === undefined ? "" : describeSheet(readSheet(category, bodyOf(sections)));
}

/** Nobody gave it a description of its own. */
export function isDescribedByLines(category: Category | undefined, { keys, sections }: MemoryParts): boolean {
  return category !== undefined && textOfKey(keys.get("description")) === describedByLines(category, sections);
}

function fieldsIn(category: Category | undefined, sections: Sections) {
  if (category === undefined) return [];
  return [...sections].flatMap(([heading, text]) =>
    readSheet(category, text).fields.map((field) => ({ ...field, heading })),
  );
}

function bodyOf(sections: Sections): string {
  return [...sections].map(([heading, text]) => (heading === "" ? text : `## ${heading}\n${text}`)).join("\n\n");
}
