// The one-time code opens a session; it is sent in the request's body and stays nowhere.

const form = document.getElementById("pair");
const code = document.getElementById("code");
const problem = document.getElementById("problem");
const button = form.querySelector("button");

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  problem.textContent = "";
  button.disabled = true;
  try {
    const response = await fetch("/api/pair", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ code: code.value }),
    });
    if (response.ok) return location.replace("/");
    problem.textContent = (await response.json()).detail;
  } catch {
    problem.textContent = "Нет связи с ноутбуком. Телефон должен быть в той же сети Wi-Fi.";
  }
  button.disabled = false;
  code.select();
});

code.focus();
