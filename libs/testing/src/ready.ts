import { eventually } from '@svc/test-servers';

/** Waits until every URL responds with 200. */
export async function waitUntilReady(urls: readonly string[], timeoutMs: number): Promise<void> {
  await Promise.all(
    urls.map((url) =>
      eventually(
        `${url} is ready`,
        async () => {
          const answer = await fetch(url);
          const text = await answer.text();
          if (!answer.ok) throw new Error(text);
          return true;
        },
        { timeoutMs, everyMs: 25 },
      ),
    ),
  );
}
