import { createElement, useMemo, type ReactNode } from 'react';
import { OutsideText } from '../../ui/text/outside-text.js';
import classes from './markdown.module.css';
import { parseMarkdown, type Block, type Inline } from './parse-markdown.js';

/** Markdown as elements. Its headings are below that of the widget. */
export function Markdown({ text }: { readonly text: string }): ReactNode {
  const blocks = useMemo(() => parseMarkdown(text), [text]);
  return (
    <div className={classes.text}>
      {blocks.map((block, nth) => (
        <BlockView key={nth} block={block} />
      ))}
    </div>
  );
}

function BlockView({ block }: { readonly block: Block }): ReactNode {
  switch (block.kind) {
    case 'heading':
      return createElement(`h${block.level + 2}`, { className: classes.heading }, <Line parts={block.content} />);
    case 'paragraph':
      return (
        <p>
          <Line parts={block.content} />
        </p>
      );
    case 'quote':
      return (
        <blockquote className={classes.quote}>
          <Line parts={block.content} />
        </blockquote>
      );
    case 'list':
      return createElement(
        block.isOrdered ? 'ol' : 'ul',
        { className: classes.list },
        block.items.map((item, nth) => (
          <li key={nth}>
            <Line parts={item} />
          </li>
        )),
      );
    case 'code':
      return (
        <pre className={classes.code} tabIndex={0}>
          <OutsideText text={block.text} />
        </pre>
      );
    case 'rule':
      return <hr className={classes.rule} />;
  }
}

function Line({ parts }: { readonly parts: readonly Inline[] }): ReactNode {
  return (
    <bdi>
      {parts.map((part, nth) => (
        <Part key={nth} part={part} />
      ))}
    </bdi>
  );
}

function Part({ part }: { readonly part: Inline }): ReactNode {
  switch (part.kind) {
    case 'text':
      return <OutsideText text={part.text} />;
    case 'strong':
      return (
        <strong>
          <OutsideText text={part.text} />
        </strong>
      );
    case 'emphasis':
      return (
        <em>
          <OutsideText text={part.text} />
        </em>
      );
    case 'code':
      return (
        <code>
          <OutsideText text={part.text} />
        </code>
      );
    case 'link':
      return (
        <a href={part.href} rel="noreferrer noopener">
          <OutsideText text={part.text} />
        </a>
      );
  }
}
