// The innermost element that is shown and has exactly this text.
(text) => {
  const plain = (said) => said.replace(/\s+/g, " ").trim();
  const shown = (element) => {
    const box = element.getBoundingClientRect();
    return box.width > 1 && box.height > 1 && element.checkVisibility({ visibilityProperty: true });
  };
  const matches = [...document.body.querySelectorAll("*")].filter(
    (element) => plain(element.textContent) === text && shown(element),
  );
  return matches.find((element) => !matches.some((other) => other !== element && element.contains(other)));
}
