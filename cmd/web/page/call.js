"use strict";

// The tab's title and icon call a person who looks elsewhere, and so does a browser notification if
// they have allowed it.
(() => {
  const askedKey = "mancala-page-asked";
  let shown = null; // the notification

  // capable reports whether the browser has notifications for pages. It has none without
  // encryption, and on Android only for service workers.
  const capable = "Notification" in globalThis && isSecureContext && !/Android/.test(navigator.userAgent);

  const gestures = ["pointerup", "keyup"];
  let asking = false;

  function ask() {
    for (const gesture of gestures) removeEventListener(gesture, ask, true);
    keep("localStorage", askedKey, "yes");
    Notification.requestPermission();
  }

  function takeBack() {
    shown?.close();
    shown = null;
  }
  addEventListener("focus", takeBack);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) takeBack(); });

  Object.assign(globalThis.mancala, {
    // title sets the title of the tab; calls marks its icon.
    title(text, calls) {
      document.title = text;
      id("icon").href = calls ? "icon-calls.svg" : "icon.svg";
    },
    // askToCall asks the person, only once ever, whether the browser may notify them, and reports
    // whether it does. Browsers require that right after the person has pressed something.
    askToCall() {
      if (!capable || asking || Notification.permission !== "default" || kept("localStorage", askedKey) !== "") return false;
      asking = true;
      if (navigator.userActivation?.isActive ?? true) ask();
      else for (const gesture of gestures) addEventListener(gesture, ask, true);
      return true;
    },
    // call notifies the person, if they have allowed it. The program makes the sound.
    call(why) {
      if (!capable || Notification.permission !== "granted") return;
      takeBack();
      try {
        shown = new Notification(why, { body: "Mancala", icon: "icon-calls.svg", silent: true });
        shown.onclick = () => { focus(); takeBack(); };
      } catch { /* there is still the title */ }
    },
  });
})();
