import { readFileSync } from 'node:fs';
import { Eta } from 'eta';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';

const templates = new Eta({ views: import.meta.dirname, cache: true });

// Parts that several pages include by `@name`.
const parts = readFileSync(new URL('./parts.eta', import.meta.url), 'utf8');
for (const part of parts.split(/^=== /m).slice(1)) {
  const end = part.indexOf('\n');
  templates.loadTemplate(`@${part.slice(0, end)}`, part.slice(end + 1));
}

export interface MessagePage {
  title: string;
  paragraphs: string[];
  link: { address: string; text: string };
}

/** Renders a template of this folder. `page` needs a `title` for `layout.eta`. */
export function render(template: string, page: object): string {
  return templates.render(template, page);
}

function renderMessage(page: MessagePage): string {
  return render('message', page);
}

export function sendPage(reply: FastifyReply, html: string): FastifyReply {
  return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(html);
}

export function sendMessage(reply: FastifyReply, page: MessagePage): FastifyReply {
  return sendPage(reply, renderMessage(page));
}

// The order matters, because later rules override earlier ones.
const styles = ['base', 'panels', 'player', 'club', 'adaptive'].map(
  (name) => new URL(`./styles/${name}.css`, import.meta.url),
);

const files: Record<string, [type: string, ...locations: URL[]]> = {
  '/pages.css': ['text/css; charset=utf-8', ...styles],
  '/live.js': ['text/javascript; charset=utf-8', new URL('./live.js', import.meta.url)],
  '/icon.svg': ['image/svg+xml', new URL('./icon.svg', import.meta.url)],
};

/** The style sheet, the script and the icon of the pages. */
export const assets: FastifyPluginAsync = async (app) => {
  for (const [path, [type, ...locations]] of Object.entries(files)) {
    const content = locations.map((location) => readFileSync(location, 'utf8')).join('\n');
    app.get(path, async (_request, reply) =>
      reply.type(type).header('cache-control', 'no-cache').send(content),
    );
  }
};
