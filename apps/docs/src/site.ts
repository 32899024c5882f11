/** The path that the site is published below. */
export const BASE = '/docs/';

/** A page with the reference of a document. */
export interface ReferencePage {
  /** Without an extension. */
  path: string;
  title: string;
  description: string;
}

export const referencePages = {
  partners: {
    path: 'reference',
    title: 'API reference',
    description: 'Every operation of the Partner Rating Service.',
  },
  operators: {
    path: 'operators-reference',
    title: 'Operators’ API reference',
    description: 'Every operation for operators of the service, with its command.',
  },
} satisfies Record<string, ReferencePage>;
