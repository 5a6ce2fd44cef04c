import type { SymbolFile } from '../gen/api.js';
import { formatCount } from '../time/amounts.js';
import type { Kind } from './fields.js';

const NAMES: Readonly<Record<string, string>> = {
  sourcemap: 'Source map',
  proguard: 'ProGuard or R8 mapping',
  macho: 'Apple debug symbols',
};

export function nameKind(kind: string): string {
  return NAMES[kind] ?? kind;
}

/** The IDs and names by which the service finds a file for a frame, the best first. */
export function explainLookup({ kind, debug_id: debugId, release, dist }: SymbolFile): string {
  const ways = [
    debugId !== '' && (kind === 'sourcemap' ? 'its debug ID' : 'its UUID'),
    kind !== 'macho' &&
      release !== '' &&
      `its release${dist === '' ? '' : ' and distribution'}${kind === 'sourcemap' ? ' and path' : ''}`,
  ].filter((way) => way !== false);
  return ways.length === 0
    ? 'Frames do not find it: it has neither an ID nor a release.'
    : `Found by ${ways.join(', or by ')}.`;
}

/** Numbers of what is in a file, such as `42 sources`; other members of the details are left out. */
export function describeContent({ details }: Pick<SymbolFile, 'details'>): readonly string[] {
  return Object.entries(details ?? {}).flatMap(([name, value]) =>
    typeof value === 'number' ? [`${formatCount(value)} ${name.replaceAll('_', ' ')}`] : [],
  );
}

export interface Upload {
  readonly text: string;
  /** Each uploads one kind of file. */
  readonly commands: readonly string[];
}

/** The commands that upload files, with the release if one is chosen. */
export function toUpload(kind: Kind, release: string): Upload {
  const named = release === '' ? '1.4.2' : release;
  // A name that a shell would read as more than a word is left to the user.
  const word = /^[\w.@+/-]+$/.test(named) ? named : '1.4.2';
  if (kind === 'sourcemaps')
    return {
      text: 'A source map makes stacks of minified JavaScript readable. It belongs to a release and a path, or has a debug ID.',
      commands: [
        `jq -n --rawfile map app.js.map '{release:"${word}",filename:"~/assets/app.js",content:$map}' | svc symbols upload-sourcemap --file -`,
      ],
    };
  return {
    text: 'Mappings of ProGuard or R8 make stacks of Android programs readable, and debug symbols those of Apple programs.',
    commands: [
      `svc symbols upload-android-mapping app/build/outputs/mapping/release/mapping.txt --release ${word}`,
      'svc symbols upload-ios-symbols build/Shop.xcarchive/dSYMs',
    ],
  };
}
