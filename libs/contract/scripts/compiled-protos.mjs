import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { clearExtension, createFileRegistry, fromBinary, getExtension, hasExtension } from '@bufbuild/protobuf';
import { FieldDescriptorProto_Label, FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';

const PACKAGE = join(dirname(fileURLToPath(import.meta.url)), '..');
export const BUF = join(PACKAGE, 'node_modules/.bin/buf');

/**
 * Compiles the protos and resolves the option `fields_as_in` of their messages, which the result no longer has.
 *
 * @throws Error for a model that is not in the file or has the option itself, and for a field that has a comment in neither message.
 */
export function compileProtos() {
  const image = execFileSync(BUF, ['build', '-o', '-'], { cwd: PACKAGE, maxBuffer: 64 * 1024 * 1024 });
  const protos = fromBinary(FileDescriptorSetSchema, image);
  const option = createFileRegistry(protos).getExtension('svc.v1.fields_as_in');
  for (const file of protos.file) {
    const messages = readMessages(file, option);
    const models = new Map(messages.filter(({ model }) => model === '').map((message) => [message.name, message]));
    for (const message of messages.filter(({ model }) => model !== '')) {
      const model = models.get(message.model) ?? fail(`${message.name} cannot have the fields of ${message.model}`);
      for (const field of message.fields) inherit(field, model, message);
      clearExtension(message.desc.options, option);
      if (!message.desc.options.$unknown?.length) message.desc.options = undefined;
    }
  }
  return protos;
}

function readMessages(file, option) {
  const places = new Map(file.sourceCodeInfo?.location.map((place) => [place.path.join('.'), place]));
  return file.messageType.map((desc, index) => ({
    desc,
    name: desc.name,
    model: desc.options && hasExtension(desc.options, option) ? getExtension(desc.options, option) : '',
    // The path has the numbers of `message_type` in a file and of `field` in a message.
    fields: desc.field.map((field, at) => ({ desc: field, place: places.get(`4.${index}.2.${at}`) })),
  }));
}

function inherit({ desc, place }, model, { name }) {
  const same = model.fields.find((field) => field.desc.name === desc.name && hasType(field.desc, desc));
  if (same) {
    desc.options ??= same.desc.options;
    place.leadingComments ||= same.place.leadingComments;
  }
  if (place.leadingComments === '') fail(`${name}.${desc.name} has no comment`);
}

/** Whether two fields have the same type; one of them may be optional. The entries of a map have a type below their message. */
function hasType(a, b) {
  const type = ({ type, typeName, label }) =>
    [type, typeName.split('.').at(-1), label === FieldDescriptorProto_Label.REPEATED].join();
  return type(a) === type(b);
}

function fail(problem) {
  throw new Error(problem);
}
