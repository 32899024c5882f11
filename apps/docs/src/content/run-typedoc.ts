import { modulesOf, typeDocOf } from '@partner-rating/client/public-api';
import type { DeclarationReflection, TypeDocOptions } from 'typedoc';
import type { PluginOptions } from 'typedoc-plugin-markdown';

/** A module of the client as TypeDoc knows it. */
export interface SdkModule {
  name: string;
  /** Whether it is imported by that name, or is a resource that the client gives. */
  isEntry: boolean;
  children: DeclarationReflection[];
}

const packageName = '@partner-rating/client';

/** Writes a page of Markdown for each name the client has into a directory. */
export async function runTypeDoc(directory: string): Promise<SdkModule[]> {
  const application = await typeDocOf({
    plugin: ['typedoc-plugin-markdown'],
    outputs: [{ name: 'markdown', path: directory }],
    disableSources: true,
    readme: 'none',
    entryFileName: 'index.md',
    hidePageHeader: true,
    hideBreadcrumbs: true,
    useCodeBlocks: true,
    expandObjects: true,
    pageTitleTemplates: { member: '{name}', module: '{name}' },
    expandParameters: true,
    parametersFormat: 'table',
    propertiesFormat: 'table',
    interfacePropertiesFormat: 'table',
    classPropertiesFormat: 'table',
    typeAliasPropertiesFormat: 'table',
    tableColumnSettings: { hideInherited: true, hideModifiers: true, hideOverrides: true },
  } as Partial<TypeDocOptions & PluginOptions>);
  const project = await application.convert();
  if (project === undefined) throw new Error('The reference of the client could not be made.');
  const modules = modulesOf(project).map(([name, module]): SdkModule => {
    const isEntry = name.startsWith(packageName);
    module.name = isEntry ? name.slice(packageName.length + 1) || 'client' : `operations/${name}`;
    return { name: module.name, isEntry, children: module.children ?? [] };
  });
  await application.generateOutputs(project);
  return modules;
}
