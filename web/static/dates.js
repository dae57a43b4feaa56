// Dates as this phone writes them, in the language of the page. Without scripts the server's own words stay.

const page = document.documentElement.lang;
const language = navigator.languages?.find((one) => one.split("-")[0] === page) || page;

export function minutesWritten(count) {
  return written(count, "minute");
}

// `45 seconds`, `2 minutes`.
export function timeWritten(seconds) {
  return seconds % 60 ? written(seconds, "second") : minutesWritten(seconds / 60);
}

function written(count, unit) {
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(count);
}

// `0:21`, as a clock would show it.
export function clockWritten(seconds) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

for (const time of document.querySelectorAll("time[datetime]")) {
  time.textContent = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(new Date(time.dateTime));
}
