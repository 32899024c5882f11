import type { Rule } from './rule.ts';

/**
 * Readers have the document as a file or in a generated client, where a relative address does not work. The pages are at
 * the first server, under `/docs/`, like the pages of the errors.
 */
export const externalDocs: Rule = () => {
  let pages = '';
  return {
    Root({ servers = [] }) {
      const [server] = servers;
      if (server !== undefined) pages = new URL('/docs/', server.url).href;
    },
    ExternalDocs({ url }, { report, location }) {
      if (url?.startsWith(pages) && URL.canParse(url)) return;
      report({
        message: `Write the whole address of a page of the documentation: it begins with ${pages}.`,
        location: location.child('url'),
      });
    },
  };
};
