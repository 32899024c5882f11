import { existsSync, readFileSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import type { Area } from '../page.ts';
import { catalogue, exampleNamed, operations } from '../reference/contract.ts';
import { renderTemplate } from '../templates.ts';

type Problem = (typeof catalogue.problems)[number];

/** A page for each error code, which is what a problem's `type` points at, and one that lists them. */
export function errors(): Area {
  const { problems } = catalogue;
  return {
    pages: [
      { path: 'errors/index', markdown: renderTemplate('error-list.md.eta', catalogue) },
      ...problems.map((problem) => ({
        path: `errors/${problem.code}`,
        markdown: errorMarkdown(problem),
      })),
    ],
    menu: [
      { title: 'Errors', entries: [{ label: 'All errors', path: 'errors/index' }] },
      ...Object.entries(Object.groupBy(problems, ({ status }) => status)).map(
        ([status, ofStatus = []]) => ({
          title: `${status} ${STATUS_CODES[status]}`,
          entries: ofStatus.map(({ code }) => ({ label: code, path: `errors/${code}` })),
        }),
      ),
    ],
  };
}

function errorMarkdown(problem: Problem): string {
  const { code, status } = problem;
  const causes = new URL(`../../errors/${code}.md`, import.meta.url);
  if (!existsSync(causes)) {
    throw new Error(
      `Write apps/docs/errors/${code}.md: a list of what makes the code ${code} happen.`,
    );
  }
  return renderTemplate('error.md.eta', {
    ...problem,
    reason: STATUS_CODES[status],
    causes: readFileSync(causes, 'utf8').trim(),
    example: JSON.stringify(exampleOf(problem), null, 2),
    operations: operations.filter(({ answers }) =>
      answers.some(({ content }) =>
        content?.examples.some(({ value }) => (value as { code?: unknown } | null)?.code === code),
      ),
    ),
  });
}

// A request for an address of no operation is answered outside the document.
function exampleOf({ code, status, title, detail }: Problem): unknown {
  return (
    exampleNamed(`error-${code}`) ?? {
      type: `http://localhost:3001/docs/errors/${code}`,
      title,
      status,
      detail,
      instance: 'req_01k4yh2c7w3r8s5d1f6j9m2q0v',
      code,
    }
  );
}
