import type { Rule } from './rule.ts';

/**
 * Who reads the document has it in a file or a generated client, where a relative address leads nowhere. The pages stand
 * beside the first server, under `/docs/`, as those of the errors do.
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
