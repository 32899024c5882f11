/** A text in HTML that is not escaped again. */
class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type { Html };

/** A part of a page; what is put into it is escaped, and lists are joined. */
export function html(parts: TemplateStringsArray, ...values: unknown[]): Html {
  const written = values.map(htmlText);
  return new Html(parts.map((part, index) => part + (written[index] ?? '')).join(''));
}

function htmlText(value: unknown): string {
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return value.map(htmlText).join('');
  return escaped(String(value));
}

const entities: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}

// Light and dark by the system's setting; text and links have a contrast of at least 7:1 in both.
const style = `
  :root { color-scheme: light dark; --ink: #1b1f24; --paper: #fff; --line: #8a929b; --link: #0b4a8f; }
  @media (prefers-color-scheme: dark) { :root { --ink: #e8eaed; --paper: #15181c; --line: #7d858e; --link: #9cc7ff; } }
  body { margin: 0; color: var(--ink); background: var(--paper); font: 1.0625rem/1.5 system-ui, sans-serif; }
  main { max-width: 46rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
  h1 { font-size: 1.75rem; line-height: 1.2; } h2 { font-size: 1.25rem; margin-top: 2rem; }
  a { color: var(--link); } code, pre { font: 0.9375rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
  pre { padding: 0.75rem; border: 1px solid var(--line); border-radius: 0.375rem; white-space: pre-wrap; }
  dt { margin-top: 1rem; font-weight: 600; } dd { margin: 0; }
  button { font: inherit; min-height: 2.75rem; padding: 0.375rem 1.25rem; margin: 0 0.5rem 0.5rem 0; border-radius: 0.375rem;
    border: 1px solid var(--link); color: var(--link); background: var(--paper); cursor: pointer; }
  button.first { color: var(--paper); background: var(--link); }
  :focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
`;

/** A whole page, which needs no script. */
export function page(title: string, content: Html): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escaped(title)}</title>
    <style>${style}</style>
  </head>
  <body>
    <main>
      <h1>${escaped(title)}</h1>
${content.text}
    </main>
  </body>
</html>
`;
}
