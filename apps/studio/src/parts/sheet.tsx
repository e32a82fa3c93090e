// A dialog over the page, which the Escape key closes.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

interface Properties {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

export function Sheet({ title, onClose, children }: Properties) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="sheet" aria-label={title} onClose={onClose}>
      <div class="content">
        <h2>
          {title}
          <button type="button" aria-label="Close" onClick={() => dialog.current?.close()}>
            ×
          </button>
        </h2>
        {children}
      </div>
    </dialog>
  );
}
