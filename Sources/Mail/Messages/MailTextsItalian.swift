extension MailTexts {
    static let italian = MailTexts(
        language: "it",
        json: #"""
            {
              "common": {
                "greeting": "Ciao {{name}},",
                "greetingWithoutName": "Ciao,",
                "link": "Apri {{service}}",
                "linkCopy": "Se il pulsante non funziona, copia questo indirizzo nel browser:",
                "footer": "Questo è un messaggio automatico di {{service}} ({{url}}). Le risposte non vengono lette.",
                "durations": {"seconds": ["secondo", "secondi"], "minutes": ["minuto", "minuti"], "hours": ["ora", "ore"], "days": ["giorno", "giorni"]}
              },
              "mails": {
                "verification": {
                  "subject": "Conferma il tuo indirizzo per {{service}}",
                  "paragraphs": [
                    "Qualcuno, probabilmente tu, si è registrato su {{service}} con questo indirizzo. Per completare la registrazione, conferma l’indirizzo. Ti verrà chiesta la password che hai scelto al momento della registrazione.",
                    "Il link si può usare una sola volta ed è valido per {{duration}}."
                  ],
                  "link": "Conferma l’indirizzo",
                  "notes": ["Se non sei stato tu, ignora questo messaggio: senza la tua conferma l’account non può essere usato."]
                },
                "addressInUse": {
                  "subject": "Hai già un account su {{service}}",
                  "paragraphs": [
                    "Qualcuno, probabilmente tu, ha cercato di registrarsi su {{service}} con questo indirizzo. Hai già un account, quindi non ne è stato creato uno nuovo.",
                    "Accedi con la tua password. Se l’hai dimenticata, puoi reimpostarla dalla pagina di accesso."
                  ],
                  "link": "Vai alla pagina di accesso",
                  "notes": [
                    "Se non sei stato tu, non devi fare nulla: nessuno è entrato nel tuo account e a nessuno è stato rivelato che esiste."
                  ]
                },
                "invitation": {
                  "subject": "Il tuo invito su {{service}}",
                  "paragraphs": [
                    "Hai ricevuto un invito ad aprire un account su {{service}} ({{url}}).",
                    "Il link si può usare una sola volta ed è valido per {{duration}}. Sarai tu a scegliere la password."
                  ],
                  "link": "Accetta l’invito",
                  "notes": ["Se non sai chi ti ha invitato, ignora questo messaggio: se non usi il link, non viene aperto nessun account."]
                },
                "passwordReset": {
                  "subject": "Reimposta la password",
                  "paragraphs": [
                    "Qualcuno, probabilmente tu, ha chiesto di reimpostare la password del tuo account {{service}}.",
                    "Usa il link per scegliere una nuova password. Si può usare una sola volta ed è valido per {{duration}}. Non inoltrare questo messaggio a nessuno."
                  ],
                  "link": "Scegli una nuova password",
                  "notes": ["Se non sei stato tu, ignora questo messaggio: la tua password resta quella di prima."]
                },
                "passwordChanged": {
                  "subject": "La tua password è stata cambiata",
                  "paragraphs": ["La password del tuo account {{service}} è stata cambiata."],
                  "facts": {"Data e ora": "{{time}}", "Dispositivo": "{{device}}", "Luogo": "{{place}}"},
                  "notes": [
                    "Se sei stato tu, non devi fare nulla.",
                    "Se non sei stato tu, reimposta subito la password dalla pagina di accesso e contatta l’operatore di {{service}}."
                  ]
                },
                "emailChange": {
                  "subject": "Conferma il tuo nuovo indirizzo",
                  "paragraphs": [
                    "Qualcuno, probabilmente tu, vuole usare questo indirizzo per un account {{service}} già esistente. Per completare la modifica, conferma l’indirizzo.",
                    "Il link si può usare una sola volta ed è valido per {{duration}}."
                  ],
                  "link": "Conferma il nuovo indirizzo",
                  "notes": ["Se non sei stato tu, ignora questo messaggio: senza la tua conferma questo indirizzo non verrà usato."]
                },
                "emailChanging": {
                  "subject": "Il tuo indirizzo sta per cambiare",
                  "paragraphs": [
                    "Qualcuno, probabilmente tu, ha chiesto di cambiare l’indirizzo del tuo account {{service}}. Il nuovo indirizzo sostituirà questo non appena verrà confermato."
                  ],
                  "facts": {"Nuovo indirizzo": "{{address}}"},
                  "notes": [
                    "Se sei stato tu, qui non devi fare nulla.",
                    "Se non sei stato tu, qualcun altro ha accesso al tuo account: accedi, cambia subito la password e contatta l’operatore di {{service}}."
                  ]
                },
                "emailChanged": {
                  "subject": "Il tuo indirizzo è stato cambiato",
                  "paragraphs": [
                    "L’indirizzo del tuo account {{service}} è stato cambiato. D’ora in poi i messaggi sul tuo account arriveranno al nuovo indirizzo e non più a questo."
                  ],
                  "notes": ["Se non sei stato tu, contatta subito l’operatore di {{service}}."]
                },
                "newDevice": {
                  "subject": "Accesso da un nuovo dispositivo",
                  "paragraphs": ["Qualcuno, probabilmente tu, ha effettuato l’accesso al tuo account {{service}} da un dispositivo mai usato prima."],
                  "facts": {"Dispositivo": "{{device}}", "Luogo": "{{place}}", "Data e ora": "{{time}}"},
                  "notes": [
                    "Se sei stato tu, non devi fare nulla.",
                    "Se non sei stato tu, cambia subito la password e chiudi tutte le altre sessioni nelle impostazioni di sicurezza."
                  ]
                },
                "secondFactorFailed": {
                  "subject": "Codici errati durante l’accesso",
                  "paragraphs": [
                    "Qualcuno ha inserito la password corretta del tuo account {{service}} e poi tre codici errati. L’accesso è stato rifiutato."
                  ],
                  "facts": {"Dispositivo": "{{device}}", "Luogo": "{{place}}", "Data e ora": "{{time}}"},
                  "notes": [
                    "Se sei stato tu, controlla che l’ora del telefono sia corretta e riprova.",
                    "Se non sei stato tu, qualcun altro conosce la tua password: cambiala subito."
                  ]
                },
                "secondFactorOn": {
                  "subject": "Verifica in due passaggi attivata",
                  "paragraphs": [
                    "La verifica in due passaggi è stata attivata per il tuo account {{service}}. D’ora in poi, per accedere servirà anche un codice della tua app di autenticazione.",
                    "Conserva i codici di recupero in un posto sicuro: te ne servirà uno se perdi il telefono."
                  ],
                  "facts": {"Data e ora": "{{time}}", "Dispositivo": "{{device}}", "Luogo": "{{place}}"},
                  "notes": ["Se non sei stato tu, contatta subito l’operatore di {{service}}."]
                },
                "secondFactorOff": {
                  "subject": "Verifica in due passaggi disattivata",
                  "paragraphs": [
                    "La verifica in due passaggi è stata disattivata per il tuo account {{service}}. D’ora in poi, per accedere basta la password."
                  ],
                  "facts": {"Data e ora": "{{time}}", "Dispositivo": "{{device}}", "Luogo": "{{place}}"},
                  "notes": [
                    "Se non sei stato tu, cambia subito la password, riattiva la verifica in due passaggi e contatta l’operatore di {{service}}."
                  ]
                },
                "recoveryCodesRenewed": {
                  "subject": "Nuovi codici di recupero",
                  "paragraphs": [
                    "Sono stati creati nuovi codici di recupero per il tuo account {{service}}. Quelli vecchi non sono più validi: elimina le copie che hai conservato."
                  ],
                  "facts": {"Data e ora": "{{time}}", "Dispositivo": "{{device}}", "Luogo": "{{place}}"},
                  "notes": ["Se non sei stato tu, cambia subito la password e crea altri codici di recupero."]
                },
                "pinSet": {
                  "subject": "PIN impostato",
                  "paragraphs": ["È stato impostato un PIN per il tuo account {{service}}. Funziona solo su uno dei tuoi dispositivi."],
                  "facts": {"Data e ora": "{{time}}", "Dispositivo": "{{device}}", "Luogo": "{{place}}"},
                  "notes": ["Se non sei stato tu, cambia subito la password e rimuovi il dispositivo nelle impostazioni di sicurezza."]
                },
                "pinRemoved": {
                  "subject": "PIN rimosso",
                  "paragraphs": [
                    "Il PIN del tuo account {{service}} è stato rimosso da uno dei tuoi dispositivi. Per accedere da lì serve di nuovo la password."
                  ],
                  "facts": {"Data e ora": "{{time}}", "Dispositivo": "{{device}}", "Luogo": "{{place}}"},
                  "notes": ["Se non sei stato tu, cambia subito la password."]
                },
                "secondFactorRemoval": {
                  "subject": "Conferma la disattivazione della verifica in due passaggi",
                  "paragraphs": [
                    "Un operatore di {{service}} ha avviato la disattivazione della verifica in due passaggi per il tuo account. Per confermarla, apri il link e inserisci la tua password.",
                    "Il link si può usare una sola volta ed è valido per {{duration}}. Dopo la conferma avrai ancora un po’ di tempo per annullare la modifica."
                  ],
                  "link": "Conferma",
                  "notes": ["Se non l’hai chiesto tu, non confermare e contatta l’operatore: senza la tua conferma non cambia nulla."]
                },
                "secondFactorRemovalPending": {
                  "subject": "La verifica in due passaggi verrà disattivata",
                  "paragraphs": [
                    "È stata confermata la disattivazione della verifica in due passaggi per il tuo account {{service}}.",
                    "La modifica avrà effetto il {{date}}. Fino ad allora puoi annullarla con questo link."
                  ],
                  "link": "Mantieni la verifica in due passaggi",
                  "notes": ["Se non sei stato tu, annulla subito la modifica e reimposta la password."]
                },
                "tokenCreated": {
                  "subject": "Nuovo token API",
                  "paragraphs": ["È stato creato un nuovo token API per il tuo account {{service}}. I programmi possono usarlo per accedere ai tuoi dati."],
                  "facts": {
                    "Nome": "{{token}}",
                    "Permessi": "{{scope}}",
                    "Data e ora": "{{time}}",
                    "Dispositivo": "{{device}}",
                    "Luogo": "{{place}}"
                  },
                  "notes": ["Se non sei stato tu, elimina il token nelle impostazioni e cambia subito la password."]
                },
                "accountLocked": {
                  "subject": "Il tuo account è stato bloccato",
                  "paragraphs": [
                    "Un operatore di {{service}} ha bloccato il tuo account. Non puoi accedere e i tuoi token API non funzionano. I tuoi dati vengono conservati."
                  ],
                  "facts": {"Motivo": "{{reason}}"},
                  "notes": ["Se pensi che si tratti di un errore, contatta l’operatore."]
                },
                "accountUnlocked": {
                  "subject": "Il tuo account è stato sbloccato",
                  "paragraphs": ["Un operatore di {{service}} ha sbloccato il tuo account. Puoi accedere di nuovo."],
                  "facts": {"Motivo": "{{reason}}"}
                },
                "identityDecided": {
                  "subject": "Novità sulla tua verifica",
                  "paragraphs": [
                    "C’è una novità sulla tua verifica presso {{service}}. Accedi per leggere che cosa è stato deciso e perché, alla voce Verifica."
                  ],
                  "notes": ["Se non hai chiesto di essere verificato, accedi e scrivi all’assistenza."]
                },
                "digest": {
                  "subject": "Il tuo riepilogo da {{service}}",
                  "paragraphs": ["Ecco ciò che è successo dall’ultimo riepilogo."],
                  "link": "Vedi di più",
                  "notes": ["Scegli ogni quanto ricevere queste email in Notifiche, Modi di consegna."]
                },
                "notice": {
                  "subject": "Una notizia da {{service}}",
                  "paragraphs": ["Hai chiesto di ricevere questi messaggi via email."],
                  "facts": {"Messaggio": "{{text}}"},
                  "link": "Vedi di più",
                  "notes": ["Puoi disattivare queste email in Notifiche, Modi di consegna."]
                },
                "deletionScheduled": {
                  "subject": "Il tuo account verrà eliminato",
                  "paragraphs": [
                    "Il tuo account {{service}} e tutti i suoi dati verranno eliminati il {{date}}.",
                    "Se cambi idea, accedi prima di quella data e annulla l’eliminazione."
                  ],
                  "notes": ["Se non sei stato tu, accedi subito, annulla l’eliminazione e cambia la password."]
                },
                "accountDeleted": {
                  "subject": "Il tuo account è stato eliminato",
                  "paragraphs": [
                    "Il tuo account {{service}} e i suoi dati sono stati eliminati. Questo è l’ultimo messaggio che ricevi al riguardo."
                  ],
                  "notes": ["Se non lo volevi, contatta l’operatore di {{service}}."]
                }
              }
            }
            """#)
}
