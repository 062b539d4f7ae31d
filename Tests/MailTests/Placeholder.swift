import Mail
