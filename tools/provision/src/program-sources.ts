/** The sources of a program. */
export interface ProgramSource {
  /** The name that people use. */
  title: string;
  /** The environment variable that names the program if it is in another place. */
  variable: string;
  /** Its names on the PATH. */
  commands: readonly string[];
  /** The Debian package, and the path of the program in it. `*` stands for a version. */
  debian: { package: string; path: string };
  /** How to install it on systems other than Debian. */
  install: string;
}

/** The programs that tests need and npm does not have. */
export const programSources = {
  redis: {
    title: 'a real Redis or Valkey server',
    variable: 'REDIS_SERVER',
    commands: ['redis-server', 'valkey-server'],
    debian: { package: 'redis-server', path: 'usr/bin/redis-server' },
    install: 'Debian: apt-get install redis-server; macOS: brew install redis',
  },
  python: {
    title: 'Python 3.11 or newer',
    variable: 'PYTHON',
    commands: ['python3'],
    debian: { package: 'python3', path: 'usr/bin/python3' },
    install: 'Debian: apt-get install python3; macOS: brew install python',
  },
  mypy: {
    title: 'mypy',
    variable: 'MYPY',
    commands: ['mypy'],
    debian: { package: 'mypy', path: 'usr/bin/mypy' },
    install: 'Debian: apt-get install mypy; elsewhere: pipx install mypy',
  },
  // `initdb`, `pg_dump`, and others are in the same folder. Debian does not put them on the PATH.
  postgres: {
    title: 'a PostgreSQL server with its programs',
    variable: 'POSTGRES_SERVER',
    commands: ['postgres'],
    debian: { package: 'postgresql', path: 'usr/lib/postgresql/*/bin/postgres' },
    install: 'Debian: apt-get install postgresql; macOS: brew install postgresql@18',
  },
  promtool: {
    title: 'promtool, the tool of Prometheus',
    variable: 'PROMTOOL',
    commands: ['promtool'],
    debian: { package: 'prometheus', path: 'usr/bin/promtool' },
    install: 'Debian: apt-get install prometheus; macOS: brew install prometheus',
  },
  nginx: {
    title: 'nginx',
    variable: 'NGINX',
    commands: ['nginx'],
    debian: { package: 'nginx-light', path: 'usr/sbin/nginx' },
    install: 'Debian: apt-get install nginx-light; macOS: brew install nginx',
  },
  pgbouncer: {
    title: 'PgBouncer',
    variable: 'PGBOUNCER',
    commands: ['pgbouncer'],
    debian: { package: 'pgbouncer', path: 'usr/sbin/pgbouncer' },
    install: 'Debian: apt-get install pgbouncer; macOS: brew install pgbouncer',
  },
} satisfies Record<string, ProgramSource>;

export type ProgramName = keyof typeof programSources;
