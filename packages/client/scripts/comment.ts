/** The lines of a doc comment, without indentation. */
export function docComment(text: string): string[] {
  const lines = text.trimEnd().split('\n');
  return ['/**', ...lines.map((line) => ` * ${line}`.trimEnd()), ' */'];
}
