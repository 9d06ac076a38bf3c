// The innermost element that is shown, not behind a dialog, and has exactly this text.
(text) => {
  const plain = (said) => said.replace(/\s+/g, " ").trim();
  const shown = (element) => {
    const box = element.getBoundingClientRect();
    const seen = box.width > 1 && box.height > 1 && !element.closest("[inert]");
    return seen && element.checkVisibility({ visibilityProperty: true });
  };
  const matches = [...document.body.querySelectorAll("*")].filter(
    (element) => plain(element.textContent) === text && shown(element),
  );
  return matches.find((element) => !matches.some((other) => other !== element && element.contains(other)));
}
