import { type Kysely, sql } from 'kysely';

/**
 * A planner option that is off raises the estimated cost of a plan above `jit_above_cost` where no other plan exists.
 * PostgreSQL with LLVM, such as Debian's, then compiles the statements of these functions in each session, which takes
 * 22 times as long as running them.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    do $$
      declare
        found regprocedure;
      begin
        for found in
          select oid from pg_proc
          where pronamespace = current_schema()::regnamespace
            and exists (select from unnest(proconfig) as option where option like 'enable%')
          order by oid
        loop
          execute format('alter function %s set jit = off', found);
        end loop;
      end
    $$
  `.execute(database);
}
