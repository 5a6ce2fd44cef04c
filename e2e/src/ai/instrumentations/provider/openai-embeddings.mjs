import { Buffer } from 'node:buffer';

/** Answers `POST /v1/embeddings`, in the encoding that the client asks for. */
export function openaiEmbeddings({ input, encoding_format: encoding }) {
  const embedding =
    encoding === 'base64' ? Buffer.from(Float32Array.of(0.5, 0.25).buffer).toString('base64') : [0.5, 0.25];
  const data = [input].flat().map((_text, index) => ({ object: 'embedding', index, embedding }));
  return {
    json: { object: 'list', data, model: 'text-embedding-3-small', usage: { prompt_tokens: 8, total_tokens: 8 } },
  };
}
