import { ReflectionKind } from 'typedoc';
import type { MenuGroup } from './page.ts';
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
    // The client itself before what it has next to it.
    .toSorted((one, other) => Number(other.name === 'client') - Number(one.name === 'client'))
    .flatMap((module) =>
      kinds.map(([kind, folder, title]) => ({
        title: module.name === 'client' ? title : `${title} of /${module.name}`,
        entries: entriesOf(module, kind, folder),
      })),
    );
  const operations = resources.flatMap((module) =>
    methodsOf(module).map(({ path }) => ({
      label: module.name.replace('operations/', 'client.'),
      path,
    })),
  );
  const queries = resources.flatMap((module) =>
    kinds
      .flatMap(([kind, folder]) => entriesOf(module, kind, folder))
      .filter(({ path }) => methodsOf(module).every((methods) => methods.path !== path)),
  );
  return [
    { title: 'SDK', entries: [{ label: 'Overview', path: 'sdk/index' }] },
    { title: 'Operations', entries: operations },
    ...groups,
    { title: 'Types of queries', entries: queries },
  ].filter((group) => group.entries.length > 0);
}

/** The methods of a resource: a class where it has some by hand, otherwise an interface of its own name. */
function methodsOf(module: SdkModule) {
  const classes = entriesOf(module, ReflectionKind.Class, 'classes');
  return classes.length > 0 ? classes : entriesOf(module, ReflectionKind.Interface, 'interfaces');
}

function entriesOf({ name: module, children }: SdkModule, kind: ReflectionKind, folder: string) {
  return children
    .filter((child) => child.kind === kind)
    .map(({ name }) => ({ label: name, path: `sdk/${module}/${folder}/${name}` }))
    .sort((one, other) => one.label.localeCompare(other.label));
}
