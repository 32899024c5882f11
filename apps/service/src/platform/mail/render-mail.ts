import { lineParts, lineText, type NamingLine } from '../pages/domain/naming-line.ts';
import { identity, shownOperator } from '../pages/identity.ts';
import { renderPage } from '../pages/render.ts';
import { colors } from '../pages/tokens.ts';

export type MailLine = string | NamingLine;

/** A paragraph, a link, or a list of items with some lines each. */
export type MailBlock = MailLine | { link: string; label: string } | { items: MailLine[][] };

export interface MailText {
  subject: string;
  blocks: readonly MailBlock[];
  /** The address of the page in the signature. */
  page: string;
  /** The link that unsubscribes without logging in. Null if everybody must get the mail. */
  stop: { words: string; address: string } | null;
}

/** A mail as text and as HTML. */
export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
  /** The address that unsubscribes by one request (RFC 8058). Null if everybody must get the mail. */
  stopAddress: string | null;
}

/** Writes a mail as plain text and as HTML. */
export function renderMail({ subject, blocks, page, stop }: MailText): RenderedMail {
  const signature = [identity().serviceName, page, ...plainOperator()].join('\n');
  const paragraphs = [...blocks.map(plainBlock), signature];
  if (stop !== null) paragraphs.push(`${stop.words}\n${stop.address}`);
  const html = renderPage('platform/pages/templates/mail', {
    ...{ title: subject, page, stop, colors },
    blocks: blocks.map(shownBlock),
  });
  const text = `${paragraphs.join('\n\n')}\n`;
  return { subject, text, html, stopAddress: stop?.address ?? null };
}

function plainOperator(): string[] {
  const operator = shownOperator();
  if (operator === null) return [];
  const { operatedBy, links } = operator;
  return [
    ...(operatedBy === null ? [] : [lineText(operatedBy)]),
    ...links.map(({ text, address }) => `${text}: ${address.replace(/^mailto:/, '')}`),
  ];
}

function plainBlock(block: MailBlock): string {
  if (typeof block === 'object' && 'link' in block) return block.link;
  if (typeof block === 'string' || 'pattern' in block) return plainLine(block);
  return block.items.map((lines) => `- ${lines.map(plainLine).join('\n  ')}`).join('\n');
}

function plainLine(line: MailLine): string {
  return partsOf(line)
    .map(({ text, isName }) => (isName ? isolated(text) : text))
    .join('');
}

const FIRST_STRONG_ISOLATE = '\u2068';

const POP_ISOLATE = '\u2069';

/** Isolates a name that is written from right to left, so that the text around it keeps its order. */
function isolated(name: string): string {
  return /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(
    name,
  )
    ? `${FIRST_STRONG_ISOLATE}${name}${POP_ISOLATE}`
    : name;
}

interface Part {
  text: string;
  isName?: boolean;
  /** Whether the text is an address of the service, which is shown as a link. */
  isLink?: boolean;
}

function shownBlock(block: MailBlock) {
  if (typeof block === 'object' && 'link' in block) return { kind: 'link', ...block };
  if (typeof block === 'string' || 'pattern' in block) {
    return { kind: 'paragraph', parts: partsOf(block) };
  }
  return { kind: 'items', items: block.items.map((lines) => lines.map(partsOf)) };
}

function partsOf(line: MailLine): Part[] {
  if (typeof line === 'string') {
    return line.split(/(https?:\/\/\S+)/).map((text, index) => ({ text, isLink: index % 2 === 1 }));
  }
  return lineParts(line).map(({ text, isName }) => ({
    isName,
    text: isName ? unlinked(text) : text,
  }));
}

const WORD_JOINER = '\u2060';

/** Keeps mail programs from turning a name such as "win.example" into a link: a stranger may have chosen it. */
function unlinked(name: string): string {
  return name.replace(/[.:/@](?=\S)/g, `$&${WORD_JOINER}`);
}
