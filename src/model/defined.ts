/** Fields that may be absent: an absent field is left out, not written down as undefined. */

/** The fields of `fields` that have a value, in their order, to be spread into an object. */
export function defined<Fields extends object>(fields: Fields): Defined<Fields> {
  const kept: Defined<Fields> = {};
  for (const key in fields) {
    const value = fields[key] as Defined<Fields>[typeof key];
    if (value !== undefined) kept[key] = value;
  }
  return kept;
}

type Defined<Fields> = { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> };
