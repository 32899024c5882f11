/** What a registry says of a package, as far as a rehearsal looks at it. */
interface RegistryEntry {
  versions?: { [version: string]: Record<string, unknown> };
}

/** What would not work for those who install this version, in sentences. */
export function manifestFaults(entry: unknown, name: string, version: string): string[] {
  const manifest = (entry as RegistryEntry).versions?.[version];
  if (manifest === undefined) return [`${name} ${version} is not in the registry.`];
  const faults: string[] = [];
  const text = JSON.stringify(manifest);
  for (const protocol of ['workspace:', 'catalog:']) {
    if (text.includes(`"${protocol}`)) {
      faults.push(
        `${name}: a dependency is still written as ${protocol}, which npm cannot resolve.`,
      );
    }
  }
  if (/\.\/src\/.*\.ts"/.test(JSON.stringify([manifest.exports, manifest.bin]))) {
    faults.push(`${name}: an export is a source file. Name it in publishConfig too.`);
  }
  if (manifest.repository === undefined) {
    faults.push(`${name}: no repository, so npm would refuse its provenance.`);
  }
  if (manifest.homepage === undefined) faults.push(`${name}: no homepage, to which npm links.`);
  if (manifest.license === undefined) faults.push(`${name}: no license.`);
  if (!Array.isArray(manifest.keywords) || manifest.keywords.length < 3) {
    faults.push(`${name}: fewer than three keywords, by which npm finds it.`);
  }
  // A program is alone in its project, and runs with what it was tested with.
  const isProgram =
    (manifest.exports as Record<string, unknown> | undefined)?.['.'] === undefined &&
    manifest.bin !== undefined;
  for (const [dependency, range] of Object.entries(manifest.dependencies ?? {})) {
    if (!isProgram && /^\d/.test(range)) {
      faults.push(
        `${name}: ${dependency} is pinned to ${range}, so an application has it twice. Write a range, in the catalog \`published\`.`,
      );
    }
  }
  return faults;
}
