import { Eta } from 'eta';

const templates = new Eta({ views: import.meta.dirname, cache: true });

export interface MessagePage {
  title: string;
  paragraphs: string[];
  link: { address: string; text: string };
}

/** Renders a template of this folder; `layout.eta` needs the title. */
export function render(template: string, page: object): string {
  return templates.render(template, page);
}

export function renderMessage(page: MessagePage): string {
  return render('message', page);
}
