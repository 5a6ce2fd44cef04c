/** A picture of one pixel. */
export const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
/** A sound without samples. */
const SILENCE = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=';

const text = (words: string) => ({ type: 'text' as const, text: words });
const picture = { type: 'image' as const, data: PIXEL, mimeType: 'image/png' };
const resource = (uri: string, mimeType: string, words: string) => ({
  type: 'resource' as const,
  resource: { uri, mimeType, text: words },
});

/** Answers of the tools that the conformance suite calls, as it demands them. */
export const CONTENTS = {
  test_simple_text: [text('This is a simple text response for testing.')],
  test_image_content: [picture],
  test_audio_content: [{ type: 'audio' as const, data: SILENCE, mimeType: 'audio/wav' }],
  test_embedded_resource: [resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
  test_multiple_content_types: [
    text('Multiple content types test:'),
    picture,
    resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
  ],
};

type Message = { role: 'user'; content: (typeof CONTENTS)[keyof typeof CONTENTS][number] };

/** Messages of the prompts that the suite reads. */
export function promptMessages(name: string, given: Readonly<Record<string, string>>): Message[] | undefined {
  const user = (content: Message['content']): Message => ({ role: 'user', content });
  const { arg1 = '', arg2 = '', resourceUri = '' } = given;
  switch (name) {
    case 'test_simple_prompt':
      return [user(text('This is a simple prompt for testing.'))];
    case 'test_prompt_with_arguments':
      return [user(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))];
    case 'test_prompt_with_embedded_resource':
      return [
        user(resource(resourceUri, 'text/plain', 'Embedded resource content for testing.')),
        user(text('Please process the embedded resource above.')),
      ];
    case 'test_prompt_with_image':
      return [user(picture), user(text('Please analyze the image above.'))];
    default:
      return undefined;
  }
}

/** Contents of the resources that the suite reads. */
export function resourceContents(
  uri: string,
): ({ uri: string; mimeType: string } & ({ text: string } | { blob: string }))[] | undefined {
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
  if (id !== undefined) {
    const data = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
    return [{ uri, mimeType: 'application/json', text: data }];
  }
  if (uri === 'test://static-text')
    return [{ uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' }];
  return uri === 'test://static-binary' ? [{ uri, mimeType: 'image/png', blob: PIXEL }] : undefined;
}
