/** Header fields by name. A field that is undefined is not sent. */
export type HeaderFields = Readonly<Record<string, string | undefined>>;

/** Copies header fields with their names in lower case. The platform checks their form. */
export function headerFields(given: HeaderFields): Record<string, string> {
  const sent = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.fromEntries(new Headers(sent as [string, string][]));
}
