/** Header fields by name; one that is undefined is not sent. */
export type HeaderFields = Readonly<Record<string, string | undefined>>;

/** Copies header fields, whose form the platform checks, with their names in lower case. */
export function headerFields(given: HeaderFields): Record<string, string> {
  const sent = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.fromEntries(new Headers(sent as [string, string][]));
}
