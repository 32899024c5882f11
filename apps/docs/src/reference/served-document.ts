import type { DocumentReader } from '@partner-rating/spec/document';

/**
 * Returns a copy of the document for the site: the service that serves the site is the only server, and the footer of each
 * page, not the document, names the contact.
 */
export function servedDocument({ document }: DocumentReader): DocumentReader['document'] {
  const [server] = document.servers ?? [];
  return structuredClone({
    ...document,
    info: { ...document.info, ...{ contact: undefined } },
    servers: server === undefined ? [] : [{ url: server.url }],
  });
}
