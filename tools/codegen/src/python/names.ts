// https://docs.python.org/3/reference/lexical_analysis.html#keywords
const keywords = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except finally for from ' +
    'global if import in is lambda nonlocal not or pass raise return try while with yield'
  ).split(' '),
);

/** Returns a name of the document in Python style: `minRating` is `min_rating`, `from` is `from_`. */
export function snakeCase(name: string): string {
  const snake = name.replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
  return keywords.has(snake) ? `${snake}_` : snake;
}

const operation = /`(leaderboard|matches|members|oauth|usage|webhooks)\.([a-z]+[A-Za-z]*)`/g;

/** Returns text in which operations have the names of their Python methods. Fields keep their names. */
export function withPythonNames(text: string): string {
  return text.replace(operation, (_, resource, method) => `\`${resource}.${snakeCase(method)}\``);
}

export function isIdentifier(name: string): boolean {
  return /^[A-Za-z_]\w*$/.test(name) && !keywords.has(name);
}
