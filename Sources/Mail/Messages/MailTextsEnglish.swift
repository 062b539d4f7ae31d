extension MailTexts {
    static let english = MailTexts(
        language: "en",
        json: #"""
            {
              "common": {
                "greeting": "Hello {{name}},",
                "greetingWithoutName": "Hello,",
                "link": "Open {{service}}",
                "linkCopy": "If the button does not work, copy this address into your browser:",
                "footer": "This is an automatic message from {{service}} ({{url}}). Replies are not read.",
                "durations": {"seconds": ["s"], "minutes": ["min"], "hours": ["h"], "days": ["days"]}
              },
              "mails": {
                "verification": {
                  "subject": "Confirm your address for {{service}}",
                  "paragraphs": [
                    "Someone, probably you, signed up for {{service}} with this address. Confirm the address to finish. You will need the password that you chose when you signed up.",
                    "The link works once and is valid for {{duration}}."
                  ],
                  "link": "Confirm address",
                  "notes": ["If this wasn't you, ignore this message. Without your confirmation, no account can be used."]
                },
                "addressInUse": {
                  "subject": "You already have an account at {{service}}",
                  "paragraphs": [
                    "Someone, probably you, tried to sign up for {{service}} with this address. You already have an account, so no new one was created.",
                    "Sign in with your password. If you have forgotten it, you can reset it on the sign-in page."
                  ],
                  "link": "Go to the sign-in page",
                  "notes": [
                    "If this wasn't you, you don't need to do anything. Nobody has gained access to your account, and nobody was told that it exists."
                  ]
                },
                "invitation": {
                  "subject": "Your invitation to {{service}}",
                  "paragraphs": [
                    "You have been invited to open an account with {{service}} ({{url}}).",
                    "The link works once and is valid for {{duration}}. You will choose your own password."
                  ],
                  "link": "Accept the invitation",
                  "notes": ["If you don't know who invited you, ignore this message. No account is opened unless you use the link."]
                },
                "passwordReset": {
                  "subject": "Reset your password",
                  "paragraphs": [
                    "Someone, probably you, asked to reset the password of your {{service}} account.",
                    "Use the link to choose a new password. It works once and is valid for {{duration}}. Never forward this message."
                  ],
                  "link": "Choose a new password",
                  "notes": ["If this wasn't you, ignore this message. Your password stays the same."]
                },
                "passwordChanged": {
                  "subject": "Your password was changed",
                  "paragraphs": ["The password of your {{service}} account was changed."],
                  "facts": {"Time": "{{time}}", "Device": "{{device}}", "Place": "{{place}}"},
                  "notes": [
                    "If this was you, you don't need to do anything.",
                    "If this wasn't you, reset your password on the sign-in page right away and contact the operator of {{service}}."
                  ]
                },
                "emailChange": {
                  "subject": "Confirm your new address",
                  "paragraphs": [
                    "Someone, probably you, wants to use this address for an existing {{service}} account. Confirm it to complete the change.",
                    "The link works once and is valid for {{duration}}."
                  ],
                  "link": "Confirm the new address",
                  "notes": ["If this wasn't you, ignore this message. Without your confirmation, this address is not used."]
                },
                "emailChanging": {
                  "subject": "Your address is about to change",
                  "paragraphs": [
                    "Someone, probably you, asked to change the address of your {{service}} account. The new address replaces this one as soon as it is confirmed."
                  ],
                  "facts": {"New address": "{{address}}"},
                  "notes": [
                    "If this was you, you don't need to do anything here.",
                    "If this wasn't you, someone else has access to your account. Sign in and change your password right away, and contact the operator of {{service}}."
                  ]
                },
                "emailChanged": {
                  "subject": "Your address was changed",
                  "paragraphs": [
                    "The address of your {{service}} account was changed. From now on, messages about your account go to the new address and no longer to this one."
                  ],
                  "notes": ["If this wasn't you, contact the operator of {{service}} right away."]
                },
                "newDevice": {
                  "subject": "Sign-in from a new device",
                  "paragraphs": ["Someone, probably you, signed in to your {{service}} account from a device that was not used before."],
                  "facts": {"Device": "{{device}}", "Place": "{{place}}", "Time": "{{time}}"},
                  "notes": [
                    "If this was you, you don't need to do anything.",
                    "If this wasn't you, change your password right away and end all other sessions in your security settings."
                  ]
                },
                "secondFactorFailed": {
                  "subject": "Wrong codes at sign-in",
                  "paragraphs": [
                    "Someone entered the right password for your {{service}} account, and then three wrong codes. The sign-in was refused."
                  ],
                  "facts": {"Device": "{{device}}", "Place": "{{place}}", "Time": "{{time}}"},
                  "notes": [
                    "If this was you, check that the clock of your phone is right, and try again.",
                    "If this wasn't you, someone else knows your password. Change it right away."
                  ]
                },
                "secondFactorOn": {
                  "subject": "Two-step verification is on",
                  "paragraphs": [
                    "Two-step verification was turned on for your {{service}} account. From now on, signing in also takes a code from your authenticator app.",
                    "Keep your recovery codes in a safe place. You need one of them if you lose your phone."
                  ],
                  "facts": {"Time": "{{time}}", "Device": "{{device}}", "Place": "{{place}}"},
                  "notes": ["If this wasn't you, contact the operator of {{service}} right away."]
                },
                "secondFactorOff": {
                  "subject": "Two-step verification is off",
                  "paragraphs": [
                    "Two-step verification was turned off for your {{service}} account. From now on, your password is enough to sign in."
                  ],
                  "facts": {"Time": "{{time}}", "Device": "{{device}}", "Place": "{{place}}"},
                  "notes": [
                    "If this wasn't you, change your password right away, turn two-step verification on again, and contact the operator of {{service}}."
                  ]
                },
                "recoveryCodesRenewed": {
                  "subject": "New recovery codes",
                  "paragraphs": [
                    "New recovery codes were created for your {{service}} account. The old ones no longer work, so throw away any copies of them."
                  ],
                  "facts": {"Time": "{{time}}", "Device": "{{device}}", "Place": "{{place}}"},
                  "notes": ["If this wasn't you, change your password right away and create new recovery codes."]
                },
                "pinSet": {
                  "subject": "PIN set",
                  "paragraphs": ["A PIN for your {{service}} account was set. It works on one of your devices only."],
                  "facts": {"Time": "{{time}}", "Device": "{{device}}", "Place": "{{place}}"},
                  "notes": ["If this wasn't you, change your password right away and remove the device in your security settings."]
                },
                "pinRemoved": {
                  "subject": "PIN removed",
                  "paragraphs": [
                    "The PIN for your {{service}} account was removed from one of your devices. To sign in there, you need your password again."
                  ],
                  "facts": {"Time": "{{time}}", "Device": "{{device}}", "Place": "{{place}}"},
                  "notes": ["If this wasn't you, change your password right away."]
                },
                "secondFactorRemoval": {
                  "subject": "Confirm that two-step verification is to be turned off",
                  "paragraphs": [
                    "An operator of {{service}} has started to turn off two-step verification for your account. To confirm this, open the link and enter your password.",
                    "The link works once and is valid for {{duration}}. After your confirmation, you still have some time to stop the change."
                  ],
                  "link": "Confirm",
                  "notes": ["If you didn't ask for this, don't confirm it, and contact the operator. Without your confirmation, nothing changes."]
                },
                "secondFactorRemovalPending": {
                  "subject": "Two-step verification will be turned off",
                  "paragraphs": [
                    "It was confirmed that two-step verification will be turned off for your {{service}} account.",
                    "The change takes effect on {{date}}. Until then, you can stop it with this link."
                  ],
                  "link": "Keep two-step verification on",
                  "notes": ["If this wasn't you, stop the change and reset your password right away."]
                },
                "tokenCreated": {
                  "subject": "New API token",
                  "paragraphs": ["A new API token was created for your {{service}} account. Programs can use it to access your data."],
                  "facts": {
                    "Name": "{{token}}",
                    "Scope": "{{scope}}",
                    "Time": "{{time}}",
                    "Device": "{{device}}",
                    "Place": "{{place}}"
                  },
                  "notes": ["If this wasn't you, delete the token in your settings and change your password right away."]
                },
                "accountLocked": {
                  "subject": "Your account is locked",
                  "paragraphs": [
                    "An operator of {{service}} has locked your account. You cannot sign in, and your API tokens do not work. Your data is kept."
                  ],
                  "facts": {"Reason": "{{reason}}"},
                  "notes": ["If you think that this is a mistake, contact the operator."]
                },
                "accountUnlocked": {
                  "subject": "Your account is unlocked",
                  "paragraphs": ["An operator of {{service}} has unlocked your account. You can sign in again."],
                  "facts": {"Reason": "{{reason}}"}
                },
                "identityDecided": {
                  "subject": "News about your verification",
                  "paragraphs": [
                    "There is news about your proof of identity at {{service}}. Sign in to see what was decided and why, under Verification."
                  ],
                  "notes": ["If you did not ask to be verified, write to support after you sign in."]
                },
                "digest": {
                  "subject": "Your digest from {{service}}",
                  "paragraphs": ["This is what you were told since the last digest."],
                  "link": "See more",
                  "notes": ["Choose how often these mails come under Notices, Ways of delivery."]
                },
                "notice": {
                  "subject": "News from {{service}}",
                  "paragraphs": ["You asked to get this by mail."],
                  "facts": {"Notice": "{{text}}"},
                  "link": "See more",
                  "notes": ["Turn these mails off under Notices, Ways of delivery."]
                },
                "deletionScheduled": {
                  "subject": "Your account will be deleted",
                  "paragraphs": [
                    "Your {{service}} account and all its data will be deleted on {{date}}.",
                    "If you change your mind, sign in before then and cancel the deletion."
                  ],
                  "notes": ["If this wasn't you, sign in now, cancel the deletion and change your password."]
                },
                "accountDeleted": {
                  "subject": "Your account was deleted",
                  "paragraphs": [
                    "Your {{service}} account and its data were deleted. This is the last message that you receive about it."
                  ],
                  "notes": ["If you didn't want this, contact the operator of {{service}}."]
                }
              }
            }
            """#)
}
