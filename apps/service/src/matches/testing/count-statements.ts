import type { Club } from './club.ts';

/** The club over a database that counts the statements it is sent. */
export function countStatements(club: Club): { club: Club; statements: () => number } {
  let statements = 0;
  const database = club.dependencies.database.withPlugin({
    transformQuery: ({ node }) => {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return {
    club: { ...club, dependencies: { ...club.dependencies, database } },
    statements: () => statements,
  };
}
