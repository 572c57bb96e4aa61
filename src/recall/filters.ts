/** The filters somebody set, as an answer that found nothing names them. */

/** `--tag and --kind`; empty where none was set. */
export function filtersSet(asked: Readonly<Record<string, unknown>>, filters: readonly string[]): string {
  return filters
    .filter((name) => asked[name] !== undefined)
    .map((name) => `--${name}`)
    .join(" and ");
}
