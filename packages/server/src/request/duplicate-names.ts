const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:]/g;

/**
 * Returns the names that occur more than once in the top-level object of a valid JSON text. `JSON.parse`
 * silently uses the last value of each.
 */
export function duplicateNames(text: string): string[] {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  let depth = 0;
  let before = '';
  for (const [token] of text.matchAll(tokens)) {
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    else if (token === ':' && depth === 1) {
      const name = JSON.parse(before) as string;
      (seen.has(name) ? repeated : seen).add(name);
    }
    before = token;
  }
  return [...repeated];
}
