import { ReflectionKind } from 'typedoc';
import type { MenuGroup } from '../page.ts';
import type { SdkModule } from './run-typedoc.ts';

const kinds: [kind: ReflectionKind, folder: string, title: string][] = [
  [ReflectionKind.Class, 'classes', 'Classes'],
  [ReflectionKind.Function, 'functions', 'Functions'],
  [ReflectionKind.Variable, 'variables', 'Constants'],
  [ReflectionKind.Interface, 'interfaces', 'Interfaces'],
  [ReflectionKind.Enum, 'enumerations', 'Enumerations'],
  [ReflectionKind.TypeAlias, 'type-aliases', 'Types'],
];

/** The operations first, then what each entry has, by its kind. */
export function sdkMenu(modules: SdkModule[]): MenuGroup[] {
  const resources = modules.filter(({ isEntry }) => !isEntry);
  const groups = modules
    .filter(({ isEntry }) => isEntry)
    .flatMap((module) =>
      kinds.map(([kind, folder, title]) => ({
        title: module.name === 'client' ? title : `${title} of /${module.name}`,
        entries: entriesOf(module, kind, folder),
      })),
    );
  const operations = resources.flatMap((module) =>
    entriesOf(module, ReflectionKind.Class, 'classes').map(({ path }) => ({
      label: module.name.replace('operations/', 'client.'),
      path,
    })),
  );
  const queries = resources.flatMap((module) =>
    kinds.slice(1).flatMap(([kind, folder]) => entriesOf(module, kind, folder)),
  );
  return [
    { title: 'SDK', entries: [{ label: 'Overview', path: 'sdk/index' }] },
    { title: 'Operations', entries: operations },
    ...groups,
    { title: 'Types of queries', entries: queries },
  ].filter((group) => group.entries.length > 0);
}

function entriesOf({ name: module, children }: SdkModule, kind: ReflectionKind, folder: string) {
  return children
    .filter((child) => child.kind === kind)
    .map(({ name }) => ({ label: name, path: `sdk/${module}/${folder}/${name}` }))
    .sort((one, other) => one.label.localeCompare(other.label));
}
