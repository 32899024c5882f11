import { Marked, type Tokens } from 'marked';
import { createAnchors } from './anchors.ts';
import { escapeHtml, highlight } from './highlight.ts';
import { operationAddress } from './operation-links.ts';

export interface Heading {
  depth: number;
  text: string;
  anchor: string;
}

export interface RenderedMarkdown {
  html: string;
  headings: Heading[];
}

/** Markdown as HTML; `addressOf` says where a link leads. */
export function renderMarkdown(
  markdown: string,
  addressOf: (href: string) => string,
): RenderedMarkdown {
  const anchorOf = createAnchors();
  const headings: Heading[] = [];
  let linksDeep = 0;

  const marked = new Marked({
    renderer: {
      heading({ depth, tokens, text }) {
        linksDeep += 1;
        const words = this.parser.parseInline(tokens);
        linksDeep -= 1;
        const plain = text.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*]|\\(?=\W)/g, '');
        const anchor = anchorOf(plain);
        headings.push({ depth, text: plain, anchor });
        const link =
          depth === 1
            ? ''
            : ` <a class="anchor" href="#${anchor}" aria-label="Link to ${escapeHtml(plain)}">#</a>`;
        return `<h${depth} id="${anchor}">${words}${link}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        linksDeep += 1;
        const words = this.parser.parseInline(tokens);
        linksDeep -= 1;
        return `<a href="${escapeHtml(addressOf(href))}">${words}</a>`;
      },
      image({ href, text }) {
        return `<img src="${escapeHtml(addressOf(href))}" alt="${escapeHtml(text)}" loading="lazy">`;
      },
      codespan({ text }) {
        const code = `<code>${escapeHtml(text)}</code>`;
        const address = linksDeep === 0 ? operationAddress(text) : undefined;
        return address === undefined ? code : `<a href="${addressOf(address)}">${code}</a>`;
      },
      code({ text, lang = '' }) {
        // What may be wider than the page is scrolled by itself, by keyboard too.
        return `<div class="code" data-language="${escapeHtml(lang)}"><pre tabindex="0"><code>${highlight(text, lang)}</code></pre></div>\n`;
      },
      table(table: Tokens.Table) {
        const row = (cells: Tokens.TableCell[], tag: string) =>
          `<tr>${cells
            .map(({ tokens, text }) => {
              // A header that says nothing is none.
              const cell = text === '' ? 'td' : tag;
              return `<${cell}>${this.parser.parseInline(tokens)}</${cell.split(' ')[0]}>`;
            })
            .join('')}</tr>`;
        const head = table.header.some(({ text }) => text !== '')
          ? `<thead>${row(table.header, 'th scope="col"')}</thead>`
          : '';
        const name = escapeHtml(headings.at(-1)?.text ?? 'Table');
        return (
          `<div class="table" role="group" aria-label="Table: ${name}" tabindex="0">` +
          `<table>${head}<tbody>${table.rows.map((cells) => row(cells, 'td')).join('')}</tbody></table></div>\n`
        );
      },
    },
  });
  return { html: marked.parse(markdown, { async: false }), headings };
}
