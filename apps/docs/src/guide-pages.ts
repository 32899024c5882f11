import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Marked } from 'marked';
import { type Page, renderTemplate } from './templates.ts';

/** Where the guides lie, as Markdown; `README.md` lists them. */
export const guides = fileURLToPath(new URL('../guides/', import.meta.url));

/** A page for each guide, and one that lists them. */
export function guidePages(): Page[] {
  return readdirSync(guides)
    .filter((name) => name.endsWith('.md'))
    .map((name) => {
      const markdown = readFileSync(`${guides}${name}`, 'utf8');
      const [, title = ''] = /^# (.+)$/m.exec(markdown) ?? [];
      const file = name === 'README.md' ? 'index' : name.slice(0, -'.md'.length);
      return {
        path: `guides/${file}.html`,
        html: renderTemplate('guide.eta', { title, body: toHtml(markdown) }),
      };
    });
}

function toHtml(markdown: string): string {
  const marked = new Marked({
    async: false,
    walkTokens: (token) => {
      if (token.type === 'link') token.href = addressOf(token.href);
    },
    renderer: {
      heading({ depth, tokens, text }) {
        const words = this.parser.parseInline(tokens);
        return `<h${depth} id="${anchorOf(text)}">${words}</h${depth}>\n`;
      },
    },
    hooks: {
      // What may be wider than the page is scrolled by itself, by keyboard too.
      postprocess: (html) =>
        html
          .replaceAll('<pre>', '<pre tabindex="0">')
          .replaceAll(
            '<table>',
            '<div class="table" role="region" aria-label="Table" tabindex="0"><table>',
          )
          .replaceAll('</table>', '</table></div>'),
    },
  });
  return marked.parse(markdown, { async: false });
}

/** The guides link to each other as files, so that they can be followed in the repository too. */
function addressOf(href: string): string {
  if (/^[a-z]+:|^[/#]/.test(href)) return href;
  return `/docs/guides/${href.replace(/^README\.md/, '').replace(/\.md(?=#|$)/, '')}`;
}

/** As GitHub names a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}\s-]/gu, '')
    .replace(/\s/g, '-');
}
