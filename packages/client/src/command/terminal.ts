// The characters that the contract refuses in texts. Older texts and texts of other services may contain them.
const deceptive =
  /[[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]--[\u200c\u200d\p{Variation_Selector}]]/gv;

/**
 * Escapes control characters, overrides of the writing direction, and other invisible characters as JSON does
 * (`\u202e`), so that a terminal shows them instead of obeying them. A line of JSON keeps its meaning.
 */
export function escapeDeceptive(text: string): string {
  return text.replace(deceptive, (character) =>
    character.replace(
      /[\s\S]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  );
}

/** Creates a function that writes a line, and escapes what could control the terminal. */
export function lineWriter(stream: { write: (text: string) => unknown }): (line: string) => void {
  return (line) => stream.write(`${escapeDeceptive(line)}\n`);
}
