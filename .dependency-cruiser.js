// Allowed imports: apps → packages → spec, tools → packages → spec, and inside the service handler → domain → store.
// An app may use a tool in its tests, or where it starts a program. Only the lab may import an app.
// `packages/client/src/testing/` is published for the tests of partners, so it does not count as a test.
const test = String.raw`(\.test\.ts$|(?<!^packages/client/src)/testing/|/test-support/|/tests/|/bench/)`;

// The schema is the first migration.
const migrations = '^apps/service/src/platform/database/(migrations|schema)/';

// The folders of the service. Each may use the folders before it. A total order has no cycle.
const layers = [
  'platform',
  'webhooks',
  'ratings',
  'members',
  'leaderboards',
  'matches',
  'predictions',
  'connect',
  'privacy',
  'account',
  'console',
];

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-cycle',
      comment: 'Merge files that import each other, or move the shared code into a third file.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'not-resolvable',
      comment: 'An import that resolves to nothing: a missing dependency or a mistyped path.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^(cloudflare|bun):' },
    },
    {
      name: 'packages-know-no-app',
      comment: 'Packages are published; they may use spec/ and other packages, never apps/.',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^apps/' },
    },
    {
      name: 'spec-knows-nobody',
      comment:
        'The contract is the source, so it must not import anything that is generated from it.',
      severity: 'error',
      from: { path: '^spec/', pathNot: test },
      to: { path: '^(packages|apps|tools)/' },
    },
    {
      name: 'published-code-knows-no-tool',
      comment: 'Tools are private, so published code cannot depend on them.',
      severity: 'error',
      from: { path: '^packages/[^/]+/src/', pathNot: test },
      to: { path: '^tools/' },
    },
    {
      name: 'tools-import-no-app',
      comment:
        'A tool starts an app as a separate program (tools/processes), and does not import it. Only tools/lab, which runs ' +
        'inside the service, imports its sources.',
      severity: 'error',
      from: { path: '^tools/', pathNot: '^tools/lab/' },
      to: { path: '^apps/' },
    },
    {
      name: 'apps-are-strangers',
      comment: 'Apps call each other over the network, or share a package.',
      severity: 'error',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'no-private-files',
      comment:
        'Another package is imported by its name and its exports, never by a path inside it.',
      severity: 'error',
      from: { path: '^(spec|(?:packages|apps|tools)/[^/]+)/' },
      to: {
        path: '^(spec|(?:packages|apps|tools)/[^/]+)/',
        pathNot: [
          '^$1/',
          '^apps/service/src/',
          '^tools/[^/]+/src/index\\.ts$',
          '^packages/[^/]+/src/((operations|webhooks|testing|fastify|hono|node|backtest|scenarios)/)?index\\.ts$',
          '^tools/codegen/src/[^/]+/index\\.ts$',
          '^packages/client/scripts/public-api\\.ts$',
          '^packages/server/src/catalogue/catalogue\\.gen\\.ts$',
          '^spec/(dist/openapi\\.(json|yaml)|catalogue/errors\\.json|src/(catalogue|contract|document)\\.ts)$',
        ],
      },
    },
    {
      name: 'client-runs-everywhere',
      comment:
        'The client also runs in browsers and workers, so only its command may use the modules of Node.',
      severity: 'error',
      from: { path: '^packages/client/src/', pathNot: [test, '^packages/client/src/command/'] },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'library-knows-no-command',
      comment: 'The command is a separate program that uses the library.',
      severity: 'error',
      from: { path: '^packages/client/src/', pathNot: '^packages/client/src/command/' },
      to: { path: '^packages/client/src/command/' },
    },
    {
      name: 'library-knows-no-test-kit',
      comment: 'The examples are large, so only the test kit may import them.',
      severity: 'error',
      from: { path: '^packages/client/src/', pathNot: [test, '^packages/client/src/testing/'] },
      to: { path: '^packages/client/src/testing/' },
    },
    ...layers.map((layer, index) => ({
      name: `${layer}-knows-nothing-above`,
      comment: `The service is built in layers: ${layers.join(', ')}. Each may use the folders before it.`,
      severity: 'error',
      from: { path: `^apps/service/src/${layer}/`, pathNot: test },
      to: { path: `^apps/service/src/(${[...layers.slice(index + 1), '[^/]+$'].join('|')})` },
    })),
    {
      name: 'handlers-are-listed-once',
      comment: 'A handler only answers its operation. Move code that others need into a use case.',
      severity: 'error',
      from: {
        pathNot: [
          test,
          '^apps/service/src/operations\\.gen\\.ts$',
          '^apps/service/src/console/serve-admin\\.ts$',
        ],
      },
      to: { path: '^apps/service/src/[^/]+/operations/' },
    },
    {
      name: 'some-is-loaded-where-it-runs',
      comment:
        'The backtest with its rivals, and the clients of Redis and SMTP, take longer to load than most commands to run, ' +
        'and most commands need none of them. Import them with `await import`, before the code that needs them.',
      severity: 'error',
      from: {
        path: '^apps/service/src/',
        pathNot: [
          test,
          '^apps/service/src/predictions/(backtest/|fit/(read-log|fit-))',
          String.raw`/report-backtest\.ts$`,
        ],
      },
      to: {
        path: String.raw`^(apps/service/src/(predictions/(backtest/|fit/(read-log|fit-))|console/backtest/report-backtest\.ts|platform/http/redis-counters\.ts|platform/mail/transport\.ts)|packages/ratings/src/backtest/)`,
        dependencyTypesNot: ['dynamic-import', 'type-only'],
      },
    },
    {
      name: 'store-knows-no-rule',
      comment:
        'A store is SQL: rules (domain) and use cases call it, and it calls neither. The visibility of members is data, from which both SQL and rules are built.',
      severity: 'error',
      from: { path: '^apps/service/src/.+/store/', pathNot: test },
      to: {
        path: '^apps/service/src/',
        pathNot:
          '^apps/service/src/(.+/store/|platform/(database|concurrency)/|members/domain/visibility\\.ts$)',
      },
    },
    {
      name: 'migrations-are-frozen',
      comment: 'A migration that ran never changes, so copy the code that it needs next to it.',
      severity: 'error',
      from: { path: migrations, pathNot: test },
      to: { path: '^(spec|packages|apps)/', pathNot: migrations },
    },
    {
      name: 'domain-is-pure',
      comment:
        'Rules are pure functions without handlers, SQL, and HTTP. They may use the types of a store.',
      severity: 'error',
      from: { path: '^apps/service/src/.+/domain/', pathNot: test },
      to: {
        path: '^apps/service/src/',
        pathNot: '^apps/service/src/.+/(domain|store)/',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'domain-reads-no-store',
      comment:
        'Rules receive rows as arguments. They may use the row types of a store, but not call it.',
      severity: 'error',
      from: { path: '^apps/service/src/.+/domain/', pathNot: test },
      to: { path: '^apps/service/src/.+/store/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'domain-has-no-framework',
      comment: 'Rules must not use Fastify, Kysely, the drivers, or the network.',
      severity: 'error',
      from: { path: '^apps/service/src/.+/domain/', pathNot: test },
      to: {
        path: [
          'node_modules/(fastify|kysely|pg|undici|@electric-sql|@fastify)/',
          '^(node:)?(http|https|net|fs|dns)(/|$)',
        ],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'tests-are-not-shipped',
      comment: 'Production code must not import tests or test helpers.',
      severity: 'error',
      from: { path: '^(packages|apps)/[^/]+/src/', pathNot: test },
      to: { path: [test, '^tools/(browser|provision)/'] },
    },
  ],
  options: {
    exclude: { path: '^(packages|apps)/[^/]+/dist[^/]*/|/\\.(?:results|astro)/' },
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    detectProcessBuiltinModuleCalls: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
