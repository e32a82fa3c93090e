// The code of what is shown: TypeScript, the command, and a frame for other pages.
import { useState } from 'preact/hooks';
import { codeOfView } from '../model/code.ts';
import { showError } from './message.ts';
import { Sheet } from './sheet.tsx';

export function CodeSheet({ onClose }: { readonly onClose: () => void }) {
  const { typescript, command } = codeOfView();
  const { origin, pathname, hash } = location;
  const frame = `<iframe src="${origin}${pathname}?embed${hash}" width="720" height="480" title="Proximal Studio"></iframe>`;
  return (
    <Sheet title="Code of what is shown" onClose={onClose}>
      {typescript ? (
        <Snippet title="TypeScript" text={typescript} />
      ) : (
        <p class="note">This view has no short program. Its panel exports what it shows.</p>
      )}
      {command && <Snippet title="Command" text={`${command}\n`} />}
      <Snippet title="Frame for a page or slide" text={`${frame}\n`} />
    </Sheet>
  );
}

function Snippet({ title, text }: { readonly title: string; readonly text: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch (error) {
      showError('The clipboard', error);
    }
  };
  return (
    <section class="snippet" aria-label={title}>
      <h3>
        {title}
        <button
          type="button"
          aria-label={isCopied ? `${title} is copied` : `Copy ${title}`}
          onClick={() => void copy()}
        >
          {isCopied ? 'Copied' : 'Copy'}
        </button>
      </h3>
      <pre>{text}</pre>
    </section>
  );
}
