/** Changes the text of functions where it stands, since other migrations have changed it before. */
export const replaceIn = (functions: readonly string[], before: string, after: string) => `
  do $$
    declare
      definition text;
    begin
      for definition in
        select pg_get_functiondef(pg_proc.oid) from pg_proc
        where pronamespace = current_schema()::regnamespace
          and proname in (${functions.map((name) => `'${name}'`).join(', ')})
      loop
        if position($before$${before}$before$ in definition) = 0 then
          raise exception 'A function has another text than expected: %', definition;
        end if;
        execute replace(definition, $before$${before}$before$, $after$${after}$after$);
      end loop;
    end
  $$`;
