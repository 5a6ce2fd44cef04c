/** A provider of models on loopback: OpenAI Chat, Responses and Embeddings, and Anthropic Messages, with the same answers every time. */
import { createServer } from 'node:http';
import { anthropicMessage } from './anthropic.mjs';
import { openaiChat } from './openai-chat.mjs';
import { openaiEmbeddings } from './openai-embeddings.mjs';
import { openaiResponse } from './openai-responses.mjs';

const ROUTES = {
  '/v1/chat/completions': openaiChat,
  '/v1/responses': openaiResponse,
  '/v1/embeddings': openaiEmbeddings,
  '/v1/messages': anthropicMessage,
};
/** The first event of a stream waits this long, so that there is a time to the first token. */
const FIRST_EVENT_MS = 40;

/** A word of the prompt chooses what happens: `limit`, `broken`, `stall`, `cut`, or `weather`, which calls a tool. */
function findBehaviour(text) {
  return ['limit', 'broken', 'stall', 'cut', 'weather'].find((word) => text.includes(`[${word}]`)) ?? 'answer';
}

const FAILURES = {
  limit: [429, { error: { type: 'rate_limit_error', code: 'rate_limit_exceeded', message: 'Too many requests.' } }],
  broken: [500, { error: { type: 'server_error', code: 'server_error', message: 'The server failed.' } }],
};

export async function startProvider() {
  const server = createServer((request, response) => void answer(request, response));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close: () => new Promise((resolve) => (server.close(resolve), server.closeAllConnections())),
  };
}

async function answer(request, response) {
  const body = (await Array.fromAsync(request)).map(String).join('');
  const route = ROUTES[new URL(request.url, 'http://localhost').pathname];
  if (!route) return void response.writeHead(404).end();
  const behaviour = findBehaviour(body);
  const failure = FAILURES[behaviour];
  if (failure) return sendJson(response, ...failure);
  if (behaviour === 'stall') return;
  const { json, events } = route(JSON.parse(body), behaviour);
  if (!events) return sendJson(response, 200, json);
  response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
  await new Promise((resolve) => setTimeout(resolve, FIRST_EVENT_MS));
  for (const event of behaviour === 'cut' ? events.slice(0, Math.ceil(events.length / 2)) : events) {
    response.write(typeof event === 'string' ? `data: ${event}\n\n` : toEvent(event));
  }
  if (behaviour === 'cut') setTimeout(() => response.destroy(), 20);
  else response.end();
}

const toEvent = (event) => `${event.type ? `event: ${event.type}\n` : ''}data: ${JSON.stringify(event)}\n\n`;

function sendJson(response, status, json) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
}
