import {
  type Comment,
  type DeclarationReflection,
  type ParameterReflection,
  ReferenceReflection,
  ReflectionKind,
  type SignatureReflection,
  type TypeParameterReflection,
} from 'typedoc';

/** A symbol of the public API, or a member of a symbol. */
export interface ApiSymbol {
  /** An id that is the same in every entry point. */
  id: number;
  name: string;
  kind: ReflectionKind;
  /** The parameters and result of a function, or the type of any other symbol. */
  signature: string;
  /** Whether it is a schema of the document. */
  isModel: boolean;
  /** The doc comment without its tags. */
  documentation: string;
  isDeprecated: boolean;
  throws: string[];
  examples: string[];
  /** The own members of a class or an interface, in the order of the source. */
  members: ApiSymbol[];
}

/**
 * Returns a symbol that TypeDoc describes, and follows an export of another module. Its members are its own members
 * or, on request, also the inherited ones.
 */
export function symbolOf(exported: DeclarationReflection, withInherited = false): ApiSymbol {
  const symbol =
    exported instanceof ReferenceReflection
      ? (exported.getTargetReflectionDeep() as DeclarationReflection)
      : exported;
  // The last overload has the most parameters.
  const signature = symbol.signatures?.at(-1) ?? symbol.getSignature;
  const comment = symbol.comment ?? symbol.signatures?.[0]?.comment ?? signature?.comment;
  const members = symbol.kindOf(ReflectionKind.ClassOrInterface) ? (symbol.children ?? []) : [];
  return {
    id: symbol.id,
    name: symbol.name.replace(/^\[(\w+)\]$/, '[Symbol.$1]'),
    kind: symbol.kind,
    signature: (symbol.signatures && signature
      ? called(signature)
      : String(signature?.type ?? symbol.type ?? '')
    ).replaceAll('"', "'"),
    isModel: symbol.sources?.[0]?.fileName.endsWith('types.gen.ts') ?? false,
    documentation: textOf(comment?.summary),
    isDeprecated: tagsOf(comment, '@deprecated').length > 0,
    throws: tagsOf(comment, '@throws'),
    examples: tagsOf(comment, '@example').map((text) => text.replace(/^```\w+\n|\n```$/g, '')),
    members: members
      .filter((member) => isOwn(member, withInherited))
      .map((member) => symbolOf(member)),
  };
}

function isOwn(member: DeclarationReflection, withInherited: boolean): boolean {
  const { inheritedFrom, overwrites } = member;
  // An override of a platform method needs no description.
  const isOfPlatform = overwrites?.package === 'typescript';
  return (
    (withInherited || !inheritedFrom) && !isOfPlatform && !member.kindOf(ReflectionKind.Constructor)
  );
}

function called({ typeParameters, parameters = [], type }: SignatureReflection): string {
  const generics = typeParameters?.map(typeParameter).join(', ');
  return `${generics ? `<${generics}>` : ''}(${parameters.map(parameter).join(', ')}): ${type}`;
}

function typeParameter({ name, type, default: standard }: TypeParameterReflection): string {
  return `${name}${type ? ` extends ${type}` : ''}${standard ? ` = ${standard}` : ''}`;
}

function parameter({ name, flags, type, defaultValue }: ParameterReflection): string {
  // A destructured parameter has no name.
  const shown = name === '__namedParameters' ? 'options' : name;
  const isOptional = flags.isOptional || defaultValue !== undefined;
  return `${flags.isRest ? '...' : ''}${shown}${isOptional ? '?' : ''}: ${type}`;
}

function tagsOf(comment: Comment | undefined, tag: `@${string}`): string[] {
  return comment?.getTags(tag).map(({ content }) => textOf(content)) ?? [];
}

function textOf(parts: Comment['summary'] = []): string {
  return parts
    .map(({ text }) => text)
    .join('')
    .trim();
}
