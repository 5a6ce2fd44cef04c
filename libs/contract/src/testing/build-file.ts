import { create, createFileRegistry, type DescFile, type MessageInitShape } from '@bufbuild/protobuf';
import {
  FieldDescriptorProto_Label as Label,
  FieldDescriptorProto_Type as Type,
  FieldDescriptorProtoSchema,
  FileDescriptorProtoSchema,
  FileDescriptorSetSchema,
  type FieldDescriptorProto,
} from '@bufbuild/protobuf/wkt';
import { publicFiles } from '../gen/index.js';

/** Builds a file descriptor as if compiled from a proto that imports ours. */
export function buildFile(proto: MessageInitShape<typeof FileDescriptorProtoSchema>): DescFile {
  const known = new Map<string, DescFile>();
  const visit = (file: DescFile): void => {
    if (known.has(file.proto.name)) return;
    file.dependencies.forEach(visit);
    known.set(file.proto.name, file);
  };
  publicFiles.forEach(visit);
  const dependency = [...known.keys()];
  const built = create(FileDescriptorProtoSchema, { syntax: 'proto3', dependency, ...proto });
  const set = create(FileDescriptorSetSchema, { file: [...[...known.values()].map((file) => file.proto), built] });
  const file = createFileRegistry(set).getFile(built.name);
  if (!file) throw new Error(`The file ${built.name} was not built`);
  return file;
}

export { Label, Type };

export type FieldInit = MessageInitShape<typeof FieldDescriptorProtoSchema>;

/** Fields are optional strings by default, numbered by their position. */
export function fields(...inits: readonly FieldInit[]): FieldDescriptorProto[] {
  return inits.map((init, index) =>
    create(FieldDescriptorProtoSchema, { number: index + 1, label: Label.OPTIONAL, type: Type.STRING, ...init }),
  );
}
