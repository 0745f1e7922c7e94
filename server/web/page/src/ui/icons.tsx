// The few drawings of the page.
const paths = {
  plus: "M12 5v14M5 12h14",
  close: "M6 6l12 12M18 6L6 18",
  pencil: "M4 20h4L19 9l-4-4L4 16zM13.5 6.5l4 4",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  half: "M12 4a8 8 0 1 0 0 16zM12 4a8 8 0 0 1 0 16",
  key: "M14.5 9.5a4.5 4.5 0 1 0-3.6 4.4L13 16h2v2h2v2h3v-3l-5.6-5.6c.1-.6.1-1.2.1-1.9zM8 8h.01",
  warn: "M12 4l9 16H3zM12 10v4M12 17h.01",
};
export type IconName = keyof typeof paths;

export const Icon = ({ name }: { name: IconName }) => <svg viewBox="0 0 24 24" aria-hidden="true" class="icon"><path d={paths[name]} /></svg>;

// IconButton is a button that shows a drawing alone; label says to all others what it does.
export const IconButton = ({ name, label, title, onClick, class: extra = "" }: { name: IconName; label: string; title?: string; onClick: () => void; class?: string }) => (
  <button type="button" class={`ghost ${extra}`} aria-label={label} title={title ?? label} onClick={onClick}><Icon name={name} /></button>
);
