import { tokens } from './tokens.gen.ts';

/** HTML that is not escaped again. */
class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type { Html };

/** Creates a part of a page. Values in it are escaped, and lists are joined. */
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

// The same tokens and parts as in the pages of the service.
const style = `
  ${tokens}
  *, ::before, ::after { box-sizing: border-box; }
  body { margin: 0; padding: clamp(1.25rem, 5vh, 3rem) 1rem 3rem; color: var(--text); background: var(--ground);
    font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; overflow-wrap: anywhere; }
  .brand, main { max-width: 46rem; margin: 0 auto; }
  .brand { display: flex; align-items: center; gap: 0.6rem; margin-bottom: 1.5rem; font-size: 1.125rem; font-weight: 650; }
  .ball { fill: var(--ball); } .seam { fill: none; stroke: var(--seam); stroke-width: 1.75; stroke-linecap: round; }
  main { padding: 2rem; background: var(--surface); border: 1px solid var(--line); border-radius: 1rem; box-shadow: var(--shadow); }
  h1 { margin: 0 0 0.5rem; font-size: 1.625rem; line-height: 1.2; letter-spacing: -0.02em; text-wrap: balance; }
  h2 { margin: 2rem 0 0.25rem; font-size: 1.1875rem; line-height: 1.3; }
  a { color: var(--accent); } code, pre { font: 0.9375rem/1.5 ui-monospace, monospace; }
  pre { padding: 0.75rem 1rem; border: 1px solid var(--line); border-radius: 0.75rem; background: var(--tint); white-space: pre-wrap; }
  dt { margin-top: 1rem; font-weight: 600; } dd { margin: 0; }
  button { min-height: 2.875rem; margin: 0 0.5rem 0.5rem 0; padding: 0.625rem 1.25rem; border: 1px solid var(--field-line);
    border-radius: 0.5rem; background: transparent; color: var(--text); font: inherit; font-weight: 600; cursor: pointer; }
  button.first { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
  :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
  @media (max-width: 30rem) { body { padding: 1.25rem 0.75rem; } main { padding: 1.5rem 1.25rem; } }
`;

/** Returns a whole page, without scripts. */
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
    <header class="brand">
      <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true" focusable="false"><circle class="ball" cx="16" cy="16" r="15"/><path class="seam" d="M3.5 10.5C12 11.5 19 18.5 21 29.5M11 3C13 13 20 20 29.5 21.5"/></svg>
      <span>Partner Rating, the mock</span>
    </header>
    <main>
      <h1>${escaped(title)}</h1>
${content.text}
    </main>
  </body>
</html>
`;
}
